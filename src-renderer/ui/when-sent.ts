/** For `onsubmit` of a form that the window itself handles: the page must not be sent anywhere. */
export const whenSent =
  (act: (form: HTMLFormElement) => unknown) =>
  (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    act(event.currentTarget);
  };
