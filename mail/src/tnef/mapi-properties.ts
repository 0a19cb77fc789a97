import { decodeCharset } from '../parse/charset.ts'

export type TnefProperty = { type: number; bytes: Uint8Array }
export type TnefProperties = Map<number, TnefProperty>

const unicode = 0x001f
const multiple = 0x1000
/** Sizes on the wire, padding included (MS-OXTNEF section 2.1.3.4). */
const fixedSizes: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
const variableTypes = new Set([0x000d, 0x001e, unicode, 0x0102])
const object = 0x000d

/** A MAPI property list: id to first value. @throws RangeError when it is cut off or holds an unknown type */
export function parseMapiProperties(data: Uint8Array): TnefProperties {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const properties: TnefProperties = new Map()
  const count = view.getUint32(0, true)
  let at = 4
  for (let read = 0; read < count; read += 1) {
    const rawType = view.getUint16(at, true)
    const id = view.getUint16(at + 2, true)
    at += 4
    if (id >= 0x8000) at += namedPropertyLength(view, at)
    const type = rawType & ~multiple
    const isMultiple = (rawType & multiple) !== 0
    const values = isMultiple || variableTypes.has(type) ? view.getUint32(at, true) : 1
    if (isMultiple || variableTypes.has(type)) at += 4
    for (let value = 0; value < values; value += 1) {
      const { start, end, next } = valueRange(view, at, type)
      if (!properties.has(id)) properties.set(id, { type, bytes: data.subarray(start, end) })
      at = next
    }
  }
  return properties
}

export function textProperty(properties: TnefProperties, id: number, charset: string): string | null {
  const found = properties.get(id)
  if (!found) return null
  const text = decodeCharset(found.bytes, found.type === unicode ? 'utf-16le' : charset)
  return text.split('\u0000')[0] || null
}

/** A named property: its set, then a number or a name. */
function namedPropertyLength(view: DataView, at: number): number {
  const isNumber = view.getUint32(at + 16, true) === 0
  return isNumber ? 24 : 24 + padToFour(view.getUint32(at + 20, true))
}

function valueRange(view: DataView, at: number, type: number): { start: number; end: number; next: number } {
  const size = fixedSizes[type]
  if (size !== undefined) return { start: at, end: at + size, next: at + size }
  if (!variableTypes.has(type)) throw new RangeError(`Unknown property type ${type}.`)
  const length = view.getUint32(at, true)
  const next = at + 4 + padToFour(length)
  if (at + 4 + length > view.byteLength) throw new RangeError('The property is cut off.')
  // An object begins with the id of its interface.
  return { start: at + 4 + (type === object ? 16 : 0), end: at + 4 + length, next }
}

const padToFour = (length: number) => (length + 3) & ~3
