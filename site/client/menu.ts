// On phones the menu opens over the page; without scripts it is below the text.

export function offerMenu(): void {
  const link = document.querySelector<HTMLAnchorElement>('.to-pages');
  const menu = document.querySelector<HTMLElement>('#pages');
  if (link === null || menu === null) return;
  link.setAttribute('role', 'button');
  link.setAttribute('aria-controls', 'pages');
  const show = (isOpen: boolean) => {
    document.body.classList.toggle('menu-open', isOpen);
    link.setAttribute('aria-expanded', String(isOpen));
  };
  show(false);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    show(!document.body.classList.contains('menu-open'));
    if (document.body.classList.contains('menu-open')) menu.querySelector('a')?.focus();
  });
  link.addEventListener('keydown', (event) => {
    if (event.key === ' ') {
      event.preventDefault();
      link.click();
    }
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !document.body.classList.contains('menu-open')) return;
    show(false);
    link.focus();
  });
}
