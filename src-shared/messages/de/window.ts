/** The messages that the window shows, in German. */
import { agreement } from './agreement.ts';
import { cart } from './cart.ts';
import { catalog } from './catalog.ts';
import { curve } from './curve.ts';
import { diagnostics } from './diagnostics.ts';
import { errors } from './errors.ts';
import { gate } from './gate.ts';
import { geometry } from './geometry.ts';
import { hosts } from './hosts.ts';
import { jobs } from './jobs.ts';
import { library } from './library.ts';
import { orders } from './orders.ts';
import { palette } from './palette.ts';
import { prepare } from './prepare.ts';
import { problems } from './problems.ts';
import { proposals } from './proposals.ts';
import { queue } from './queue.ts';
import { quote } from './quote.ts';
import { reasons } from './reasons.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { soap } from './soap.ts';
import { ui } from './ui.ts';
import { viewer } from './viewer.ts';

export const windowMessages = {
  agreement,
  cart,
  catalog,
  curve,
  diagnostics,
  errors,
  gate,
  geometry,
  hosts,
  jobs,
  library,
  orders,
  palette,
  prepare,
  problems,
  proposals,
  queue,
  quote,
  reasons,
  service,
  settings,
  shell,
  soap,
  ui,
  viewer,
} as const;
