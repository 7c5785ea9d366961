// Moves CSS and Web Animations on by `ms` of page time. Their own timeline stands still (the
// browser's playback rate is 0), so that they move only here. Answers how long until the next one
// ends, null where none will.
(ms) => {
  let next = null;
  const roots = [document];
  for (let i = 0; i < roots.length && i < 50; i++) {
    for (const animation of roots[i].getAnimations?.() ?? []) {
      if (animation.playState !== "running") continue;
      const end = animation.effect?.getComputedTiming().endTime ?? Infinity;
      const rate = animation.playbackRate || 1;
      if (ms > 0) {
        try {
          let to = (animation.currentTime ?? 0) + ms * rate;
          if (rate > 0 && to >= end) to = end;
          if (rate < 0 && to <= 0) to = 0;
          animation.currentTime = to;
        } catch {
          continue; // driven by scrolling: page time does not move it
        }
      }
      const left = rate > 0 ? (end - animation.currentTime) / rate : -animation.currentTime / rate;
      if (Number.isFinite(left) && left > 0 && (next === null || left < next)) next = left;
    }
    for (const frame of roots[i].querySelectorAll("iframe")) {
      if (frame.contentDocument) roots.push(frame.contentDocument);
    }
  }
  return next;
}
