import type { Socket } from 'node:net'

/** A message of the PostgreSQL protocol: type, length, content. */
function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}

/** The response of a server that rejects a connection. */
export const errorResponse = (code: string, text: string) =>
  message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)

/** Accepts every connection, and answers every query with the row that such a server would return. */
export function serveAsPostgres14(socket: Socket) {
  const int = (bytes: 2 | 4, value: number) => {
    const buffer = Buffer.alloc(bytes)
    if (bytes === 2) buffer.writeInt16BE(value)
    else buffer.writeInt32BE(value)
    return buffer
  }
  const ready = message('Z', 'I')
  const row = { version: '14.9', version_num: '140009', encoding: 'UTF8', read_only: 'f' }
  const types: Record<string, number> = { version_num: 23, read_only: 16 }
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int(4, 0),
      int(2, 0),
      int(4, types[name] ?? 25),
      int(2, -1),
      int(4, -1),
      int(2, 0),
    ]),
  )
  const values = Object.values(row).map((value) => Buffer.concat([int(4, value.length), Buffer.from(value)]))
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', int(4, 0)), ready]))
    socket.on('data', (data) => {
      if (String(data).startsWith('X')) socket.end()
      else
        socket.write(
          Buffer.concat([
            message('T', int(2, columns.length), ...columns),
            message('D', int(2, values.length), ...values),
            message('C', 'SELECT 1\0'),
            ready,
          ]),
        )
    })
  })
  socket.on('error', () => {})
}
