import ipaddr from 'ipaddr.js'

/** Whether a URL leads to the machine it is opened on. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname)

export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback'
}
