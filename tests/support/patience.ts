/**
 * How long tests wait, in ms. A whole run waits long, since the machine may do much else beside it; `npm test
 * -- FILE` reports quickly that something does not come.
 */
export const patience =
  process.env['FABDESK_PATIENCE'] === 'short'
    ? { test: 30_000, element: 3_000 }
    : { test: 60_000, element: 20_000 };
