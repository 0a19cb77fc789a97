/**
 * Decodes format=flowed (RFC 3676) into paragraphs: a line that ends in a space continues on the next line with the
 * same quote depth. With `delSp` that space is removed. The signature delimiter `-- ` never flows.
 */
export function decodeFlowed(text: string, delSp: boolean): string {
  const lines: string[] = []
  let continues = false
  let previousDepth = 0
  for (const line of text.split('\n')) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    const unstuffed = line.slice(depth).replace(/^ /, '')
    const isSignature = unstuffed === '-- '
    const flows = unstuffed.endsWith(' ') && !isSignature
    const piece = flows && delSp ? unstuffed.slice(0, -1) : unstuffed
    if (continues && depth === previousDepth && !isSignature) lines[lines.length - 1] += piece
    else lines.push(depth > 0 ? `${'>'.repeat(depth)} ${piece}` : piece)
    continues = flows
    previousDepth = depth
  }
  return lines.join('\n')
}
