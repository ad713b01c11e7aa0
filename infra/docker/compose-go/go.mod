module quarry.example/compose-go

go 1.25

require github.com/compose-spec/compose-go/v2 v2.16.2
