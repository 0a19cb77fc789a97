import { type OperationDetails, observe } from '../../telemetry/operation.ts'

/** Makes a request to another server an operation. It includes looking up the name, and fails when there is no response. */
export function observeOutgoing<T extends { status: number }>(
  method: string,
  url: URL,
  work: () => Promise<T>,
): Promise<T> {
  const details: OperationDetails & { kind: 'outgoing_request' } = {
    kind: 'outgoing_request',
    method,
    host: url.hostname,
  }
  return observe(details, async () => {
    const response = await work()
    details.status = response.status
    return response
  })
}
