module flowerwar.example/client

go 1.22
