import { readerLocale } from './locale.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const step = 1024

/** 812 MB, 1.4 GB: three digits at most, for sizes that are compared at a glance. */
export function byteSize(bytes: number, locale = readerLocale()): string {
  const exponent = Math.min(
    units.length,
    Math.max(1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(step))),
  )
  const value = bytes / step ** exponent
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[exponent - 1] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
