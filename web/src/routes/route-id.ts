/** The id in an address; NaN for anything that is none, which nobody should be asked for. */
export const readRouteID = (text: string): number =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN
