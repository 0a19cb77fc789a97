import { z } from 'zod'

/** A colour as email clients understand it. */
export const hexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a colour such as #3355cc')
  .toLowerCase()

/** The colour of brands that have none of their own. */
export const defaultBrandColor = '#4f46c8'

const dark = '#1c1e26'
const light = '#ffffff'

/** The text colour, dark or light, that is easier to read on this one (WCAG 2.2 contrast ratio). */
export const readableOn = (background: string): string =>
  contrastRatio(background, light) >= contrastRatio(background, dark) ? light : dark

export function contrastRatio(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
