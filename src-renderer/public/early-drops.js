/**
 * Files that are dropped while the window still opens. They wait here for the plate; otherwise the browser would show the
 * file in place of the window. A plain script, because a module may run only after the first picture.
 */
(() => {
  const files = [];
  const accept = (event) => event.preventDefault();
  const drop = (event) => {
    event.preventDefault();
    files.push(...(event.dataTransfer?.files ?? []));
  };
  // Where the picture changes under the mouse, `dragenter` is the last event before the drop.
  window.addEventListener('dragenter', accept);
  window.addEventListener('dragover', accept);
  window.addEventListener('drop', drop);
  window.takeEarlyDrops = () => {
    window.removeEventListener('dragenter', accept);
    window.removeEventListener('dragover', accept);
    window.removeEventListener('drop', drop);
    return files.splice(0);
  };
})();
