import sharp from 'sharp'

export type DecompressionBomb = { name: string; type: string; bytes: Buffer }

/**
 * Images of a few kilobytes that take hundreds of megabytes or seconds to decode, one for each format. They are generated, because `side` ×
 * `side` pixels of one colour need not be in the repository.
 */
export async function createDecompressionBombs({ side }: { side: number }): Promise<DecompressionBomb[]> {
  const plain = () =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'teal' }, limitInputPixels: false })
  const images: [name: string, type: string, bytes: Buffer][] = [
    ['bomb.avif', 'image/avif', await plain().avif({ effort: 0 }).toBuffer()],
    ['bomb.webp', 'image/webp', await plain().webp({ lossless: true, effort: 0 }).toBuffer()],
    ['bomb.gif', 'image/gif', await plain().gif({ effort: 1 }).toBuffer()],
    ['interlaced.png', 'image/png', await plain().png({ progressive: true }).toBuffer()],
    ['progressive.jpg', 'image/jpeg', await plain().jpeg({ progressive: true }).toBuffer()],
    ['bomb.tiff', 'image/tiff', await plain().tiff({ compression: 'deflate' }).toBuffer()],
    ['bomb.svg', 'image/svg+xml', entityBomb()],
  ]
  return images.map(([name, type, bytes]) => ({ name, type, bytes }))
}

/** Ten levels of entities and references, each ten times as many as the previous. */
function entityBomb(): Buffer {
  const levels = Array.from({ length: 10 }, (_, level) => level)
  const entities = levels.map((n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
  const groups = levels.map((n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`)
  return Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "bomb">${entities.join('')}]>
<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><g id="g0"><rect width="9" height="9"/></g>${groups.join('')}<text>&e10;</text></svg>`,
  )
}
