/** An id from a URL; NaN if invalid, which must not be requested. */
export const readRouteID = (text: string): number =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN
