// Loaded on first use of a second factor.
const loadOtplib = () => import('otplib')

/** A base32 secret for an authenticator app, and the URI for its QR code. */
export async function createTotp(site: string, email: string): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await loadOtplib()
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer: site, label: email, secret }) }
}

/**
 * The time step of a six-digit code, or null if it is wrong or already used. Accepts one step before and after, for clocks that are
 * off by up to half a minute (RFC 6238, section 5.2), and nothing up to `last_step`.
 */
export async function findTotpStep(
  secret: string,
  code: string,
  { last_step, now }: { last_step: number; now: Date },
): Promise<number | null> {
  const { verify } = await loadOtplib()
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: 30,
    // The library does not accept a negative value, and step 0 was in 1970.
    afterTimeStep: last_step,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
