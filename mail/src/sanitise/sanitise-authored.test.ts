import { describe, expect, it } from 'vitest'
import { sanitiseAuthored } from './sanitise-authored.ts'

const clean = (html: string) => sanitiseAuthored(html, { resolveImage: (address) => address })

describe('what an agent writes', () => {
  it('keeps text, lists, links, images and mentions', () => {
    const html =
      '<p>Hi <strong>you</strong></p><ul><li>one</li></ul><img alt="x" width="20" src="/uploads/1" />' +
      '<span data-mention-id="5" data-mention-type="agent">@Mira</span>'
    expect(clean(html)).toBe(html)
  })

  it('loses handlers, scripts, forms and styles that lay things over others', () => {
    const html =
      '<p onclick="x()" style="position:fixed;color:red">a</p><script>1</script><form><input></form><a href="javascript:x">b</a>'
    expect(clean(html)).toBe('<p style="color:red">a</p><a>b</a>')
  })

  it.each(['javascript:x', 'data:image/svg+xml,<svg/>', 'file:///x'])(
    'takes no image from %j as it stands',
    (src) => {
      expect(clean(`<img src="${src}">`)).not.toContain(src)
    },
  )

  it('takes an address without a scheme for the web, not for our own server', () => {
    expect(clean('<img src="//a.example/x">')).toBe('<img src="https://a.example/x" />')
  })

  it('drops an image whose address is refused, and keeps the text around it', () => {
    const refuse = (html: string) => sanitiseAuthored(html, { resolveImage: () => null })
    for (const src of ['/logout', '//a.example/x', 'https://a.example/x', ' /uploads/1'])
      expect(refuse(`<p>a<img src="${src}">b</p>`)).toBe('<p>a<img />b</p>')
  })

  it('keeps what makes a table look like one, on tables alone', () => {
    const table =
      '<table style="border-collapse:collapse"><tbody><tr><td colspan="2" style="border:1px solid #c4c4c4;padding:4px 8px;vertical-align:top">a</td></tr></tbody></table>'
    expect(clean(table)).toBe(table)
    expect(clean('<p style="border:1px solid red;padding:400px;color:red">a</p>')).toBe(
      '<p style="color:red">a</p>',
    )
  })

  it('keeps sizes that are sizes only', () => {
    expect(clean('<img alt="x" width="50%" height="1 onerror=x"><td colspan="2;">a</td>')).toBe(
      '<img alt="x" width="50%" /><td>a</td>',
    )
  })

  it('refers to inline images by their content id', () => {
    expect(clean('<img src="cid:a b@c">')).toBe('<img src="cid:a%20b%40c" />')
  })

  it('comes back as text when it is nested without end', () => {
    expect(clean(`${'<b>'.repeat(100_000)}x<y`)).toBe('<div style="white-space:pre-wrap">x</div>')
  })
})
