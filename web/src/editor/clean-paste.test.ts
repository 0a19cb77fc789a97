import { expect, test } from 'vitest'
import { withoutWordNoise } from './clean-paste.ts'

test("Word's list marks, conditional comments and own elements go, its text stays", () => {
  const word =
    '<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->' +
    '<p style="mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span>·<span>&nbsp; </span></span><!--[endif]-->First<o:p></o:p></p>'
  expect(withoutWordNoise(word)).toBe('<p style="mso-list:l0 level1 lfo1">First</p>')
})

test('Outlook on the web writes the same marks without comments', () => {
  expect(withoutWordNoise('<p><![if !supportLists]>1.<![endif]>One</p>')).toBe('<p>One</p>')
})

test('ordinary HTML stays as it is', () => {
  const html = '<p>Wide <b>open</b> &lt;o:p&gt; <a href="https://o:1">x</a></p>'
  expect(withoutWordNoise(html)).toBe(html)
})
