# Has the page's program judge the messages in a file; prints [Standard Webhooks, X-Signature] for each.
require "json"
require_relative "verify"

verdicts = JSON.parse(File.read(ARGV[0])).map do |one|
  body = one["body"].unpack1("m")
  plain = verify_signature(body, one["headers"]["x-signature"].to_s, one["plainSecret"])
  [verify(body, one["headers"], one["secrets"]), plain]
end
puts JSON.generate(verdicts)
