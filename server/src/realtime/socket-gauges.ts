import type { GaugeSource } from '../metrics/gauge-sources.ts'
import type { Hub } from './hub.ts'

/** The browsers that are connected to this node. */
export const socketGauges = (hub: Pick<Hub, 'size'>): GaugeSource => ({
  name: 'sockets',
  scope: 'node',
  gauges: { parley_sockets_open: { help: 'Open sockets of browsers' } },
  read: async () => ({ parley_sockets_open: [{ value: hub.size }] }),
})

/** What agents have open, on all nodes, which tell each other. */
export const presenceGauges = (hub: Pick<Hub, 'presence'>): GaugeSource => ({
  name: 'presence',
  scope: 'workspace',
  gauges: {
    parley_presence_conversations: { help: 'Conversations that an agent has open in a browser' },
  },
  read: async () => ({
    parley_presence_conversations: [{ value: hub.presence.openConversations().length }],
  }),
})
