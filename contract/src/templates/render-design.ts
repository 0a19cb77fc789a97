import { readableOn } from './template-colors.ts'
import { type DesignBlock, designFonts, logoHeights, type TemplateDesign } from './template-design.ts'

const ink = '#1c1e26'
const mutedInk = '#5b606e'
const lineColor = '#e1e3e8'
const width = 640

type Style = { color: string; onColor: string; fontSize: number }

/**
 * The body of a template: tables and inline styles, because email clients understand little else. The style sheet is only for dark mode and
 * phones. Texts are inserted as they are, so they must be clean; the server cleans them.
 */
export function renderDesign(design: TemplateDesign): string {
  const { font, font_size, background, color, blocks } = design
  const style: Style = {
    color: color ?? '{{ brand.color }}',
    onColor: color === null ? '{{ brand.contrast_color }}' : readableOn(color),
    fontSize: font_size,
  }
  const family = designFonts[font]
  const isCard = background !== '#ffffff'
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
${styleSheet}
</style>
</head>
<body class="d-page" style="margin: 0; padding: 12px; background-color: ${background}; color: ${ink}; font-family: ${family}; font-size: ${font_size}px; line-height: 1.5;">
<!--[if mso]><table role="presentation" align="center" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" class="${isCard ? 'd-card' : 'd-page'}" bgcolor="#ffffff" style="max-width: ${width}px; margin: 0 auto; background-color: #ffffff; color: ${ink};${isCard ? ' border-radius: 8px;' : ''}">
${blocks.map((block) => renderBlock(block, style, family)).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</body>
</html>
`
}

// Classes win over inline styles only with !important.
const styleSheet = `:root { color-scheme: light dark; }
.d-content p { margin: 0 0 12px; }
@media (prefers-color-scheme: dark) {
  .d-page { background-color: #15171c !important; color: #e8e9ed !important; }
  .d-card { background-color: #1d2026 !important; color: #e8e9ed !important; }
  .d-text { color: #e8e9ed !important; }
  .d-text a { color: #b3b9ff !important; }
  .d-muted { color: #a6abb8 !important; }
  .d-muted a { color: #a6abb8 !important; }
  .d-line { border-color: #353943 !important; }
  .d-logo { background-color: #ffffff !important; padding: 6px !important; border-radius: 6px !important; }
}
@media (max-width: 480px) {
  .d-cell { padding-left: 14px !important; padding-right: 14px !important; }
}`

function renderBlock(block: DesignBlock, style: Style, family: string): string {
  const font = `font-family: ${family};`
  switch (block.type) {
    case 'bar':
      return `<tr><td height="6" bgcolor="${style.color}" style="height: 6px; line-height: 6px; font-size: 1px; background-color: ${style.color};">&nbsp;</td></tr>`
    case 'logo':
      return renderLogo(block)
    case 'heading':
      return cell(
        block.align,
        'd-text',
        `${font} font-size: ${style.fontSize + 7}px; line-height: 1.3; font-weight: bold; color: ${ink};`,
        escapeText(block.text),
      )
    case 'text': {
      const [look, ink_] = block.small ? ['d-muted', mutedInk] : ['d-text', ink]
      const size = block.small ? style.fontSize - 2 : style.fontSize
      return cell(
        block.align,
        look,
        `${font} font-size: ${size}px; line-height: 1.5; color: ${ink_};`,
        styleRichText(block.html, ink_),
      )
    }
    case 'content':
      return cell(
        'left',
        'd-text d-content',
        `${font} font-size: ${style.fontSize}px; line-height: 1.5; color: ${ink};`,
        '{{ content }}',
      )
    case 'button':
      return renderButton(block, style, font)
    case 'links': {
      const links = block.links.map(
        ({ label, url }) =>
          `<a href="${escapeText(url)}" style="color: ${mutedInk}; text-decoration: underline;">${escapeText(label)}</a>`,
      )
      return cell(
        block.align,
        'd-muted',
        `${font} font-size: ${style.fontSize - 2}px; line-height: 1.5; color: ${mutedInk};`,
        links.join('\n &nbsp;·&nbsp; '),
      )
    }
    case 'divider':
      return `<tr><td class="d-cell" style="padding: 8px 24px;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="d-line" style="border-top: 1px solid ${lineColor}; font-size: 1px; line-height: 1px;">&nbsp;</td></tr></table></td></tr>`
    case 'footer':
      return `{% if brand.footer != "" %}${cell(
        block.align,
        'd-muted',
        `${font} font-size: ${style.fontSize - 3}px; line-height: 1.5; color: ${mutedInk};`,
        '{% assign footer_lines = brand.footer | split: "\\n" %}{% for line in footer_lines %}{{ line }}<br>\n{% endfor %}',
      )}{% endif %}`
  }
}

const cell = (align: string, look: string, css: string, content: string): string =>
  `<tr><td align="${align}" class="d-cell ${look}" style="padding: 8px 24px; text-align: ${align}; ${css}">
${content}
</td></tr>`

function renderLogo({ align, size, url }: Extract<DesignBlock, { type: 'logo' }>): string {
  const height = logoHeights[size]
  // Email clients that show no pictures show the name instead.
  const image = `{% if brand.logo != "" %}<img src="{{ brand.logo }}" alt="{{ brand.name }}" height="${height}" class="d-logo" style="display: inline-block; height: ${height}px; width: auto; max-width: 100%; border: 0;">{% else %}<strong class="d-text" style="font-size: 18px; color: ${ink};">{{ brand.name }}</strong>{% endif %}`
  return cell(
    align,
    'd-text',
    'line-height: 1.3;',
    url === ''
      ? image
      : `<a href="${escapeText(url)}" style="color: ${ink}; text-decoration: none;">${image}</a>`,
  )
}

function renderButton(
  { align, label, url }: Extract<DesignBlock, { type: 'button' }>,
  { color, onColor, fontSize }: Style,
  font: string,
): string {
  return `<tr><td align="${align}" class="d-cell" style="padding: 8px 24px; text-align: ${align};">
<table role="presentation" align="${align}" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${color}" style="padding: 10px 18px; background-color: ${color}; border-radius: 6px;">
<a href="${escapeText(url)}" style="${font} font-size: ${fontSize}px; font-weight: bold; color: ${onColor}; text-decoration: none;">${escapeText(label)}</a>
</td></tr></table>
</td></tr>`
}

/** Margins and link colours that email clients would choose themselves. Cleaned HTML has these attributes in no other order. */
const styleRichText = (html: string, linkColor: string): string =>
  html
    .replace(/<p>/g, '<p style="margin: 0 0 8px;">')
    .replace(/<a /g, `<a style="color: ${linkColor}; text-decoration: underline;" `)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Liquid stays readable: templates restore the entities in it. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
