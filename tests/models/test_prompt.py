from presscheck.core.requirement import Requirement
from presscheck.models import build_messages


def test_the_line_is_asked_in_its_own_language_and_unchanged():
    for line, word in (("a {counter} with 100% width", "HTML file"), ("做一个番茄钟", "文件")):
        system, user = build_messages(Requirement.parse(line))
        assert (system["role"], user["role"]) == ("system", "user")
        assert word in system["content"]
        assert user["content"].endswith(line)


def test_the_model_is_not_told_that_the_page_will_be_scored():
    for line in ("a counter", "计数器"):
        said = " ".join(one["content"] for one in build_messages(Requirement.parse(line))).lower()
        assert not any(word in said for word in ("score", "check", "test", "judge", "评分", "测试"))
