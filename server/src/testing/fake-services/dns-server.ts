import { Resolver } from 'node:dns/promises'
import DNS from 'dns2'
import type { ResolveDns } from '../../sender-auth/dns-resolver.ts'

const { Packet } = DNS

/** Records by name. MX: the preferred host first. Names that are missing don't exist. */
export type Zone = Record<string, { A?: string[]; AAAA?: string[]; MX?: string[]; TXT?: string[] }>

/** A DNS server on loopback, and a resolver that asks only it. `fails` lists names that it can't look up. */
export async function startDnsServer(zone: Zone, { fails = [] as readonly string[] } = {}) {
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const name = question?.name.toLowerCase() ?? ''
      const records = zone[name]
      if (fails.includes(name)) response.header.rcode = rcodes.serverFailure
      else if (!records) response.header.rcode = rcodes.noSuchName
      else response.answers.push(...answersOf(name, records, (question as { type: number }).type))
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  if (!udp) throw new Error('The DNS server does not listen')
  // Generous, because the server runs in this process. What fails is answered.
  const resolver = new Resolver({ timeout: 20_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${udp.port}`])
  const resolve: ResolveDns = (name, type) => resolver.resolve(name, type) as ReturnType<ResolveDns>
  return { resolve, stop: () => server.close() }
}

const rcodes = { serverFailure: 2, noSuchName: 3 }

function answersOf(
  name: string,
  { A = [], AAAA = [], MX = [], TXT = [] }: Zone[string],
  type: number,
): DNS.Packet.Resource[] {
  const base = { name, class: Packet.CLASS.IN, ttl: 60 }
  const answers = [
    ...A.map((address) => ({ ...base, type: Packet.TYPE.A, address })),
    ...AAAA.map((address) => ({ ...base, type: Packet.TYPE.AAAA, address })),
    ...MX.map((exchange, index) => ({ ...base, type: Packet.TYPE.MX, exchange, priority: 10 + index })),
    ...TXT.map((data) => ({ ...base, type: Packet.TYPE.TXT, data })),
  ]
  return answers.filter((answer) => answer.type === type).map((answer) => new Packet.Resource(answer))
}
