"""Lines to try, in each language: small things that a page can do and a person can check."""

EXAMPLES: dict[str, list[str]] = {
    "en": [
        "a calculator with keyboard support and a history of results",
        "a stopwatch with lap times and a countdown timer on a second tab",
        "tic-tac-toe for two players that says who has won",
        "a mortgage calculator with sliders and a chart that follows them",
        "solar and lunar eclipse demo: drag a timeline and see the shadow move",
        "a to-do list that keeps its items after a reload",
    ],
    "zh": [
        "一个支持键盘输入的计算器，并保留计算历史",
        "带计圈功能的秒表，另一个标签页是倒计时",
        "双人井字棋，分出胜负时显示赢家",
        "房贷计算器：拖动滑块，图表随之变化",
        "日食和月食演示：拖动时间轴观察影子移动",
        "待办事项清单，刷新后内容仍在",
    ],
}
