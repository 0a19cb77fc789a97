/** Amounts in the sentences that commands, checks and logs say. */

const units = ['KB', 'MB', 'GB', 'TB'] as const

/** In steps of 1,024 and as on the screens (web/src/format/byte-size.ts): "300 MB", "1.4 GB". */
export function formatBytes(bytes: number): string {
  let value = bytes / 1024
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[unit]}`
}

/** "1 file", "4,591 rows". */
export const formatCount = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
