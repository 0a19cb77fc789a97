import { z } from 'zod'
import { controlCharacters, singleLineMessage, singleLinePattern } from '../shared/fields.ts'
import { hexColor } from './template-colors.ts'

/** Fonts that email clients have, with their fallbacks. */
export const designFonts = {
  system: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  arial: 'Arial, Helvetica, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: "'Trebuchet MS', Tahoma, sans-serif",
  georgia: "Georgia, 'Times New Roman', serif",
} as const
export type DesignFont = keyof typeof designFonts
export const designFontNames = Object.keys(designFonts) as [DesignFont, ...DesignFont[]] // it has keys

export const logoHeights = { small: 28, medium: 40, large: 56 } as const
export type LogoSize = keyof typeof logoHeights
export const logoSizes = Object.keys(logoHeights) as [LogoSize, ...LogoSize[]] // it has keys

export const alignments = ['left', 'center'] as const
const align = z.enum(alignments).default('left')
const line = (max: number) => z.string().trim().max(max).regex(singleLinePattern, singleLineMessage)

/** An address that is safe in a link; it may contain variables after its beginning. */
const linkUrl = z
  .string()
  .trim()
  .max(1000)
  .regex(
    new RegExp(
      `^(?:https?://|mailto:|tel:)(?:\\{\\{[^{}"'<>${controlCharacters}]*\\}\\}|[^\\s"'<>{}${controlCharacters}])+$`,
    ),
    'Enter an address that starts with https://',
  )

const id = z.string().regex(/^[a-z0-9]{1,20}$/)
const block = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ id, type: z.literal(type), ...shape })

export const maxLinks = 8
/** Texts are HTML, cleaned by the server, and may contain Liquid. Those on one line are plain text with Liquid. */
export const DesignBlock = z.discriminatedUnion('type', [
  block('bar', {}),
  block('logo', { align, size: z.enum(logoSizes).default('medium'), url: z.union([z.literal(''), linkUrl]) }),
  block('heading', { align, text: line(300).min(1, 'This cannot be empty') }),
  block('text', { align, small: z.boolean().default(false), html: z.string().max(5000) }),
  block('content', {}),
  block('button', { align, label: line(100).min(1, 'This cannot be empty'), url: linkUrl }),
  block('links', {
    align,
    links: z
      .array(z.object({ label: line(100).min(1, 'This cannot be empty'), url: linkUrl }))
      .min(1, 'Add a link')
      .max(maxLinks, `A row can have at most ${maxLinks} links`),
  }),
  block('divider', {}),
  block('footer', { align }),
])
export type DesignBlock = z.infer<typeof DesignBlock>
export type DesignBlockType = DesignBlock['type']

const maxBlocks = 30

/** What the visual editor edits. `renderDesign` makes the body of the template from it. */
export const TemplateDesign = z.object({
  font: z.enum(designFontNames).default('system'),
  font_size: z.int().min(12).max(20).default(15),
  /** Of the bar and buttons; null for the brand's colour. */
  color: hexColor.nullable().default(null),
  /** Around the message. */
  background: hexColor.default('#ffffff'),
  blocks: z
    .array(DesignBlock)
    .max(maxBlocks, `A design can have at most ${maxBlocks} blocks`)
    .refine(
      (blocks) => blocks.filter(({ type }) => type === 'content').length === 1,
      'A design needs the reply exactly once',
    )
    .refine(
      (blocks) => new Set(blocks.map((one) => one.id)).size === blocks.length,
      'Each block needs an id of its own',
    ),
})
export type TemplateDesign = z.infer<typeof TemplateDesign>
