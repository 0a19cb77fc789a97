/** The body and header of a browser form with a file. */
export async function multipartForm(
  file: { name: string; type?: string; bytes: Uint8Array | string } | null,
  fields: Record<string, string> = {},
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  if (file) {
    const bytes = typeof file.bytes === 'string' ? Buffer.from(file.bytes) : Buffer.from(file.bytes)
    form.append('files', new Blob([bytes], { type: file.type ?? 'application/octet-stream' }), file.name)
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const sent = new Response(form)
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  }
}
