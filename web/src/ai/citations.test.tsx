import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { CitedText, stripCitationMarks } from './citations.tsx'

test.each([
  ['It was sent [1] and came back [2, 3].', 'It was sent and came back.'],
  ['It was sent [12', 'It was sent'],
  ['It was sent [', 'It was sent'],
  ['Order [sic] and [] stay', 'Order [sic] and [] stay'],
  ['First line [1]\n[2] second', 'First line\n second'],
])('%j is displayed as %j', (text, shown) => {
  expect(stripCitationMarks(text)).toBe(shown)
})

test('a citation mark links to its message, and a mark without a message is dropped', () => {
  const citations = [{ n: 2, message_uuid: '5f0c6d55-6f5d-4a54-9a1f-4f7a0b6a0c11' }]
  const parts = [CitedText({ text: 'Sent [1], lost [2].', citations })].flat(1)
  expect(
    parts.map((part) => (isValidElement<{ citation: object }>(part) ? part.props.citation : part)),
  ).toEqual(['Sent', null, ', lost', citations[0], '.'])
})
