// Loaded when somebody uses a second factor.
const loadOtplib = () => import('otplib')

/** A secret for an authenticator app, base32, and the address that its QR code holds. */
export async function createTotp(site: string, email: string): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await loadOtplib()
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer: site, label: email, secret }) }
}

/**
 * The time step that a code of six digits belongs to, or null when it is wrong or was used: one step before and one after count as well,
 * for clocks that go wrong by half a minute (RFC 6238, section 5.2), and nothing up to `last_step` does.
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
    // The library takes no negative one, and step 0 was in 1970.
    afterTimeStep: last_step,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
