/** A full page load: the server ends the session, and nothing of it stays in memory. */
export const signOut = () => location.assign('/logout')
