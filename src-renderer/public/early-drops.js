/**
 * Files that are dropped while the window still opens. They wait here for the plate; otherwise the browser would show the
 * file in place of the window. A plain script, because a module may run only after the first picture.
 */
(() => {
  const files = [];
  const dragover = (event) => event.preventDefault();
  const drop = (event) => {
    event.preventDefault();
    files.push(...(event.dataTransfer?.files ?? []));
  };
  window.addEventListener('dragover', dragover);
  window.addEventListener('drop', drop);
  window.takeEarlyDrops = () => {
    window.removeEventListener('dragover', dragover);
    window.removeEventListener('drop', drop);
    return files.splice(0);
  };
})();
