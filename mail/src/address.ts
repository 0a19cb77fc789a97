import { domainToASCII } from 'node:url'

/** The domain of an address, as mail servers compare it: lower case, international names as A-labels. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(domain) || domain
}

/** The address itself, then with each plus part removed, from the last. */
export function addressVariants(address: string): string[] {
  const lower = address.trim().toLowerCase()
  const atIndex = lower.lastIndexOf('@')
  const variants = [lower]
  for (let plus = lower.lastIndexOf('+', atIndex); plus > 0; plus = lower.lastIndexOf('+', plus - 1))
    variants.push(lower.slice(0, plus) + lower.slice(atIndex))
  return variants
}
