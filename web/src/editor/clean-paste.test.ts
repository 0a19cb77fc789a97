import { expect, test } from 'vitest'
import { withoutWordNoise } from './clean-paste.ts'

test('Word list markers, conditional comments and Office elements are removed and the text is kept', () => {
  const word =
    '<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->' +
    '<p style="mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span>·<span>&nbsp; </span></span><!--[endif]-->First<o:p></o:p></p>'
  expect(withoutWordNoise(word)).toBe('<p style="mso-list:l0 level1 lfo1">First</p>')
})

test('Outlook on the web’s markers without comments are removed', () => {
  expect(withoutWordNoise('<p><![if !supportLists]>1.<![endif]>One</p>')).toBe('<p>One</p>')
})

test('ordinary HTML is not changed', () => {
  const html = '<p>Wide <b>open</b> &lt;o:p&gt; <a href="https://o:1">x</a></p>'
  expect(withoutWordNoise(html)).toBe(html)
})
