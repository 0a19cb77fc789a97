/**
 * format=flowed (RFC 3676) back to paragraphs: a line that ends in a space continues on the next line of the same
 * quote depth. With `delSp` that space is not part of the text. The signature mark `-- ` never flows.
 */
export function decodeFlowed(text: string, delSp: boolean): string {
  const out: string[] = []
  let open = false
  let openDepth = 0
  for (const line of text.split('\n')) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    const unstuffed = line.slice(depth).replace(/^ /, '')
    const isSignature = unstuffed === '-- '
    const flows = unstuffed.endsWith(' ') && !isSignature
    const piece = flows && delSp ? unstuffed.slice(0, -1) : unstuffed
    if (open && depth === openDepth && !isSignature) out[out.length - 1] += piece
    else out.push(depth > 0 ? `${'>'.repeat(depth)} ${piece}` : piece)
    open = flows
    openDepth = depth
  }
  return out.join('\n')
}
