// Modules of mailauth without types. The main entry also loads logo verification (BIMI) with an HTTP client.
declare module 'mailauth/lib/parse-received.js' {
  type Part = { value: string; comment?: string }
  export function parseReceived(line: Buffer): { from?: Part }
  export function getClientAddress(from: Part | undefined): string | false
}

declare module 'mailauth/lib/parse-dkim-headers.js' {
  type Results = { value: string } & { [ptype: string]: string | Record<string, string> }
  export type ParsedResults = {
    value?: string
    spf?: Results
    dkim?: Results[]
    dmarc?: Results
    arc?: Results
  }
  export default function parse(line: Buffer | string): { parsed: ParsedResults }
}
