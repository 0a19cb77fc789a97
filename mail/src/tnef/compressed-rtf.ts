import { decodeCharset, latin1 } from '../parse/charset.ts'

/** Initial content of the dictionary window (MS-OXRTFCP section 2.1.2.1). */
const initialWindow =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const compressed = 0x75465a4c
const plain = 0x414c454d
const windowSize = 4096
/** More than the text of any mail; keeps a small input from filling the memory. */
const maxRtfLength = 32 * 1024 * 1024

/** The body in PR_RTF_COMPRESSED: the HTML that it was made from, if it says so (MS-OXRTFEX), else its text. */
export function extractRtfBody(bytes: Uint8Array): { text: string | null; html: string | null } {
  const rtf = decompressRtf(bytes)
  if (rtf === null) return { text: null, html: null }
  const isHtml = /\\fromhtml1/.test(rtf.slice(0, 1000))
  const body = rtfToText(rtf, isHtml)
  return isHtml ? { text: null, html: body } : { text: body.trim() || null, html: null }
}

/**
 * Decompresses RTF (MS-OXRTFCP). Null if the bytes are not compressed RTF.
 * @throws RangeError if they are truncated
 */
export function decompressRtf(bytes: Uint8Array): string | null {
  if (bytes.length < 16) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = view.getUint32(8, true)
  if (kind === plain) return latin1(bytes.subarray(16))
  return kind === compressed ? decompress(view) : null
}

function decompress(view: DataView): string {
  const window = Buffer.alloc(windowSize)
  let write = window.write(initialWindow, 'latin1')
  let output = Buffer.alloc(64 * 1024)
  let length = 0
  const emit = (byte: number) => {
    window[write] = byte
    write = (write + 1) % windowSize
    if (length === output.length) output = Buffer.concat([output], 2 * length)
    output[length] = byte
    length += 1
  }
  const copy = (from: number, count: number) => {
    for (let step = 0; step < count; step += 1) emit(window[(from + step) % windowSize] ?? 0)
  }
  for (let offset = 16; offset < view.byteLength && length < maxRtfLength; ) {
    const control = view.getUint8(offset++)
    for (let bit = 0; bit < 8 && offset < view.byteLength; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        emit(view.getUint8(offset++))
        continue
      }
      const token = view.getUint16(offset, false)
      offset += 2
      const from = token >> 4
      if (from === write) return latin1(output.subarray(0, length))
      copy(from, (token & 15) + 2)
    }
  }
  return latin1(output.subarray(0, length))
}

type Group = { ignored: boolean; skipping: boolean; unicodeSkip: number }

const destinations =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|header|footer|generator|themedata|xmlnstbl|listtable|listoverridetable|rsidtbl|mhtmltag)$/
const specialCharacters: Record<string, string> = {
  par: '\n',
  line: '\n',
  tab: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
}
const tokenPattern =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|[^\\{}\r\n]+/gi

/** Extracts text from RTF; with `isHtml`, only the parts that represent the original HTML. */
function rtfToText(rtf: string, isHtml: boolean): string {
  const charset = `windows-${/\\ansicpg(\d+)/.exec(rtf.slice(0, 1000))?.[1] ?? '1252'}`
  const reader = new RtfReader(charset, isHtml)
  for (const [whole, word, number, hex, symbol, brace] of rtf.matchAll(tokenPattern)) {
    if (brace === '{') reader.openGroup()
    else if (brace === '}') reader.closeGroup()
    else if (hex !== undefined) reader.addByte(Number.parseInt(hex, 16))
    else if (word !== undefined) reader.applyControlWord(word, number)
    else if (symbol !== undefined) reader.applyControlSymbol(symbol)
    else if (!/^[\r\n]+$/.test(whole)) reader.addText(whole)
  }
  return reader.text()
}

class RtfReader {
  readonly #charset: string
  readonly #isHtml: boolean
  readonly #output: string[] = []
  readonly #groups: Group[] = []
  #group: Group = { ignored: false, skipping: false, unicodeSkip: 1 }
  /** Bytes of the charset that are not decoded yet: a character may have several. */
  #pendingBytes: number[] = []
  /** How many characters of the fallback after a Unicode character are still to come. */
  #toSkip = 0

  constructor(charset: string, isHtml: boolean) {
    this.#charset = charset
    this.#isHtml = isHtml
  }

  openGroup(): void {
    this.#groups.push({ ...this.#group })
  }

  closeGroup(): void {
    this.#flush()
    this.#group = this.#groups.pop() ?? this.#group
  }

  addByte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1
    else if (this.#isShown()) this.#pendingBytes.push(byte)
  }

  addText(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length)
    this.#toSkip -= skipped
    this.#show(text.slice(skipped))
  }

  applyControlWord(word: string, number: string | undefined): void {
    if (word === 'htmlrtf') this.#group.skipping = this.#isHtml && number !== '0'
    else if (word === 'htmltag') this.#group.ignored = !this.#isHtml
    else if (word === 'uc') this.#group.unicodeSkip = Number(number ?? 1)
    else if (word === 'u') {
      this.#show(String.fromCharCode(Number(number ?? 0) & 0xffff))
      this.#toSkip = this.#group.unicodeSkip
    } else if (destinations.test(word)) this.#group.ignored = true
    else if (specialCharacters[word] !== undefined) this.#show(specialCharacters[word])
  }

  applyControlSymbol(symbol: string): void {
    if (symbol === '*') this.#group.ignored = true
    else if (symbol === '~') this.#show('\u00a0')
    else if (/[\\{}]/.test(symbol)) this.#show(symbol)
  }

  text(): string {
    this.#flush()
    return this.#output.join('')
  }

  #isShown(): boolean {
    return !this.#group.ignored && !this.#group.skipping
  }

  #show(text: string): void {
    this.#flush()
    if (this.#isShown()) this.#output.push(text)
  }

  #flush(): void {
    if (this.#pendingBytes.length === 0) return
    this.#output.push(decodeCharset(Uint8Array.from(this.#pendingBytes), this.#charset))
    this.#pendingBytes = []
  }
}
