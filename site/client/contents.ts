// Marks in the list of a page's parts where its reader is.

export function markPlace(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('aside a')];
  const parts = links.flatMap((link) => {
    const part = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return part === null ? [] : [{ link, part }];
  });
  if (parts.length === 0) return;
  const mark = () => {
    // Below the bar; at the end of the page the last part counts, however short it is.
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
    const passed = parts.filter(({ part }) => part.getBoundingClientRect().top < 120);
    const at = isAtEnd && scrollY > 0 ? parts.at(-1) : (passed.at(-1) ?? parts[0]);
    for (const { link } of parts)
      if (link === at?.link) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
  };
  let isDue = false;
  const soon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mark();
    });
  };
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);
  mark();
}
