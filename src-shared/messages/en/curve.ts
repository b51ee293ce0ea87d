import type { Area } from '../message.ts';

/** The price of a part against its scale. */
export const curve = {
  title: 'Price against scale',
  show: 'Show price against scale',
  hide: 'Hide price against scale',
  of: '{material}, a piece',
  scale: 'Scale',
  // The point under the cursor.
  'at.asked': '{price:money}',
  'at.formula': 'about {price:money}',
  'at.between': '{low:money} to {high:money}',
  'at.total': '{count:number} with fee: {price}',
  unknown: 'No price yet',
  value: '{scale}: {price}. {verdict}.',
  // Rules of the order gate.
  'limit.size': 'smallest size',
  'limit.printer': 'printer',
  'limit.walls': 'walls',
  'limit.details': 'details',
  'limit.from': '{name}: from {scale}',
  'limit.to': '{name}: up to {scale}',
  limits: 'Limits',
  noRange: 'This part prints at no size in this material.',
  wallsUnknown: 'Walls are not measured yet, so only sizes limit the scale.',
  // The shares of the price.
  'cost.volume': 'Mostly material ({share:percent}).',
  'cost.area': 'Mostly surface ({share:percent}).',
  'cost.space': '{share:percent} of the price is space in the printer: a smaller box costs less.',
  'cost.piece': 'Mostly a fixed price a piece ({share:percent}): a smaller part saves little.',
  'cost.minimum': 'This is the minimum price: a smaller part saves nothing.',
  'cost.mixed':
    'Material {volume:percent}, surface {area:percent}, machine space {space:percent}, fixed price {piece:percent}.',
  'hollow.most': 'Hollowing with walls of {wall:length} saves at most {share:percent}.',
  'hollow.exact': 'The hollow part saves {share:percent}.',
  'hollow.none': 'Hollowing saves nothing.',
  quantity: 'Every piece costs the same, however many.',
  // How sure it is.
  'doubt.formula': {
    one: 'Dots are prices from the service. The line is a formula that matches the price to within {error:percent}.',
    other:
      'Dots are prices from the service. The line is a formula that matches all {count:number} of them to within {error:percent}.',
  },
  'doubt.between':
    'Dots are prices from the service. Between two dots, the price can be anywhere in the band.',
  asking: 'Asked {done:number} of {all:number}',
  'later.orders': 'Waits for your orders',
  'later.calls': 'Waits until {time:moment}: few calls are left',
  'later.connection': 'Waits for the service',
} as const satisfies Area;
