import { maxTextLength } from '../../search-index/index-keys.ts'

/** Twice of what is kept, because blanks are removed later. */
const maxCollected = 2 * maxTextLength

/** Collects text until there is enough. */
export class TextCollector {
  #parts: string[] = []
  #length = 0

  get isFull(): boolean {
    return this.#length >= maxCollected
  }

  add(part: string): void {
    if (this.isFull || part === '') return
    this.#parts.push(part.slice(0, maxCollected - this.#length))
    this.#length += part.length
  }

  text(): string {
    return this.#parts.join('')
  }
}
