/** For tests: a key that protects nothing, and a certificate of `hook.example` that it has signed for itself, for a hundred years. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqk6g+CkKotR0SD5v
LThIGpnhaN8i/V9YBbjlbzolQ7ehRANCAASKxfV7QfvPrDih0npvc21awiGU6Giv
jB2uMs17bF64iRa0LADKhx7iuwPF1SvYuGg3KaX2MR9OeaFSjXgYnDyd
-----END PRIVATE KEY-----
`;

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUKDZrQty56fKoHitWxSypoGmdAPcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMaG9vay5leGFtcGxlMCAXDTI2MTEyMDE0NTEzNVoYDzIxMjYx
MDI3MTQ1MTM1WjAXMRUwEwYDVQQDDAxob29rLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASKxfV7QfvPrDih0npvc21awiGU6GivjB2uMs17bF64iRa0
LADKhx7iuwPF1SvYuGg3KaX2MR9OeaFSjXgYnDydo2wwajAdBgNVHQ4EFgQULntM
lJqFvw9XC6YM5uoCBpjnFeswHwYDVR0jBBgwFoAULntMlJqFvw9XC6YM5uoCBpjn
FeswFwYDVR0RBBAwDoIMaG9vay5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYI
KoZIzj0EAwIDSAAwRQIgDtlJS8ZUf3KSVqnLzLGupKHthANqV5D1VkRHKnyPr3wC
IQDKQhko0lzjk0dea3juzlqhEllteRqNOd/3ArjFg4EYww==
-----END CERTIFICATE-----
`;
