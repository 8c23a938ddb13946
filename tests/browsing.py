"""What tests of the web site do with pages."""


def read(client, address: str, language: str = "en") -> str:
    """A page as text; it must be there."""
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    return answer.content.decode()
