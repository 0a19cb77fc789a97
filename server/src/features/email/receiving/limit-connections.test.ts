import type { SMTPServerSession } from 'smtp-server'
import { expect, test } from 'vitest'
import { limitConnections } from './limit-connections.ts'

const session = (id: number) => ({ id: String(id), remoteAddress: '203.0.113.7' }) as SMTPServerSession // all that limits read

test('closing connections that were refused or never opened gives their address no more of them', () => {
  const connections = limitConnections(() => 0)
  const opened = Array.from({ length: 60 }, (_, id) => connections.open(session(id)))
  expect(opened.filter(Boolean)).toHaveLength(50)
  for (let id = 50; id < 70; id++) connections.close(session(id))
  expect(connections.open(session(100))).toBe(false)
  connections.close(session(0))
  expect(connections.open(session(101))).toBe(true)
  expect(connections.open(session(102))).toBe(false)
})
