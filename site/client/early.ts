// Before anything is shown: which language the samples are in, so that nothing jumps when the tabs come.

let language: string | null = null;
try {
  language = localStorage.getItem('platen-samples');
} catch {
  // A browser that keeps nothing shows the first one.
}
document.documentElement.dataset['samples'] = ['TypeScript', 'Python', 'PHP', 'curl'].includes(language ?? '')
  ? (language ?? '')
  : 'TypeScript';
