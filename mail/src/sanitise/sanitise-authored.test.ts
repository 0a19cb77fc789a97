import { describe, expect, it } from 'vitest'
import { sanitiseAuthored } from './sanitise-authored.ts'

const clean = (html: string) => sanitiseAuthored(html, { resolveImage: (address) => address })

describe('sanitiseAuthored', () => {
  it('keeps text, lists, links, images and mentions', () => {
    const html =
      '<p>Hi <strong>you</strong></p><ul><li>one</li></ul><img alt="x" width="20" src="/uploads/1" />' +
      '<span data-mention-id="5" data-mention-type="agent">@Mira</span>'
    expect(clean(html)).toBe(html)
  })

  it('removes event handlers, scripts, forms and positioning styles', () => {
    const html =
      '<p onclick="x()" style="position:fixed;color:red">a</p><script>1</script><form><input></form><a href="javascript:x">b</a>'
    expect(clean(html)).toBe('<p style="color:red">a</p><a>b</a>')
  })

  it.each(['javascript:x', 'data:image/svg+xml,<svg/>', 'file:///x'])(
    'rejects the image source %j',
    (src) => {
      expect(clean(`<img src="${src}">`)).not.toContain(src)
    },
  )

  it('treats a URL without a scheme as remote, not as a path on our server', () => {
    expect(clean('<img src="//a.example/x">')).toBe('<img src="https://a.example/x" />')
  })

  it('removes an image whose source is refused, and keeps the surrounding text', () => {
    const refuse = (html: string) => sanitiseAuthored(html, { resolveImage: () => null })
    for (const src of ['/logout', '//a.example/x', 'https://a.example/x', ' /uploads/1'])
      expect(refuse(`<p>a<img src="${src}">b</p>`)).toBe('<p>a<img />b</p>')
  })

  it('keeps table borders and padding, on tables only', () => {
    const table =
      '<table style="border-collapse:collapse"><tbody><tr><td colspan="2" style="border:1px solid #c4c4c4;padding:4px 8px;vertical-align:top">a</td></tr></tbody></table>'
    expect(clean(table)).toBe(table)
    expect(clean('<p style="border:1px solid red;padding:400px;color:red">a</p>')).toBe(
      '<p style="color:red">a</p>',
    )
  })

  it('keeps only valid sizes', () => {
    expect(clean('<img alt="x" width="50%" height="1 onerror=x"><td colspan="2;">a</td>')).toBe(
      '<img alt="x" width="50%" /><td>a</td>',
    )
  })

  it('references inline images by content id', () => {
    expect(clean('<img src="cid:a b@c">')).toBe('<img src="cid:a%20b%40c" />')
  })

  it('returns text for HTML that is nested too deeply', () => {
    expect(clean(`${'<b>'.repeat(100_000)}x<y`)).toBe('<div style="white-space:pre-wrap">x</div>')
  })
})
