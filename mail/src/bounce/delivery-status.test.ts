import { expect, it } from 'vitest'
import { parseMail } from '../parse/parse-mail.ts'
import { parseDeliveryStatus } from './delivery-status.ts'

const nested = (depth: number): string =>
  depth === 0
    ? 'innermost'
    : `Content-Type: multipart/report; boundary="b${depth}"\n\n--b${depth}\n${nested(depth - 1)}\n--b${depth}--\n`

it('reads a report whose returned mail is nested too deeply to parse', async () => {
  const report = `Content-Type: multipart/report; boundary="r"

--r
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; gone@provider.example
Action: failed
Status: 5.1.1

--r
Content-Type: message/rfc822

${nested(51)}
--r--
`
  const recipients = parseDeliveryStatus(await parseMail(Buffer.from(report)))
  expect(recipients?.map(({ address }) => address)).toEqual(['gone@provider.example'])
})
