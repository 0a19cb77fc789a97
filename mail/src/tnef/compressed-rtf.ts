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
  if (kind !== compressed) return null
  const window = Buffer.alloc(windowSize)
  let write = window.write(initialWindow, 'latin1')
  const output: number[] = []
  const emit = (byte: number) => {
    window[write] = byte
    write = (write + 1) % windowSize
    output.push(byte)
  }
  for (let offset = 16; offset < bytes.length && output.length < maxRtfLength; ) {
    const control = view.getUint8(offset++)
    for (let bit = 0; bit < 8 && offset < bytes.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        emit(view.getUint8(offset++))
        continue
      }
      const token = view.getUint16(offset, false)
      offset += 2
      const from = token >> 4
      if (from === write) return latin1(Uint8Array.from(output))
      for (let step = 0; step < (token & 15) + 2; step += 1) emit(window[(from + step) % windowSize] ?? 0)
    }
  }
  return latin1(Uint8Array.from(output))
}

type Group = { ignored: boolean; isHtmlTag: boolean; skipping: boolean; unicodeSkip: number }

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
  const output: string[] = []
  const groups: Group[] = []
  let group: Group = { ignored: false, isHtmlTag: false, skipping: false, unicodeSkip: 1 }
  let pendingBytes: number[] = []
  let toSkip = 0
  const flush = () => {
    if (pendingBytes.length > 0) output.push(decodeCharset(Uint8Array.from(pendingBytes), charset))
    pendingBytes = []
  }
  const isShown = () => !group.ignored && !group.skipping
  const show = (text: string) => {
    flush()
    if (isShown()) output.push(text)
  }
  for (const [whole, word, number, hex, symbol, brace] of rtf.matchAll(tokenPattern)) {
    if (brace === '{') groups.push({ ...group })
    else if (brace === '}') {
      flush()
      group = groups.pop() ?? group
    } else if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1
      else if (isShown()) pendingBytes.push(Number.parseInt(hex, 16))
    } else if (word !== undefined) {
      if (word === 'htmlrtf') group.skipping = isHtml && number !== '0'
      else if (word === 'htmltag') [group.ignored, group.isHtmlTag] = [!isHtml, true]
      else if (word === 'uc') group.unicodeSkip = Number(number ?? 1)
      else if (word === 'u') {
        show(String.fromCharCode(Number(number ?? 0) & 0xffff))
        toSkip = group.unicodeSkip
      } else if (destinations.test(word)) group.ignored = true
      else if (specialCharacters[word] !== undefined) show(specialCharacters[word])
    } else if (symbol !== undefined) {
      if (symbol === '*') group.ignored = true
      else if (symbol === '~') show('\u00a0')
      else if (/[\\{}]/.test(symbol)) show(symbol)
    } else if (!/^[\r\n]+$/.test(whole)) {
      const skipped = Math.min(toSkip, whole.length)
      toSkip -= skipped
      show(whole.slice(skipped))
    }
  }
  flush()
  return output.join('')
}
